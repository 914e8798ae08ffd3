import '../src/ui/base.css';
import { LANGUAGES, THEMES } from '@innkeeper/contract';
import { startSession } from '../src/session/session.ts';
import { watchSettings } from '../src/session/settings.ts';
import { watchTheme } from '../src/shell/theme.ts';
import { openConsole } from '../src/testing/open-console.tsx';
import { startMockServer } from '../src/testing/mock-server.ts';
import { startTooltips } from '../src/ui/tooltip-host.ts';
import { storiesByPath } from './every-story.ts';

/** Shows one story, as the query names it: `?page=shell/navigation-menu&state=bar&language=en&theme=dark`. */
const params = new URLSearchParams(location.search);
const story = storiesByPath.get(params.get('page') ?? '')?.[params.get('state') ?? ''];
if (!story) throw new Error(`There is no story ${location.search}`);
const language = LANGUAGES.find((candidate) => candidate === params.get('language'));
const theme = THEMES.find((candidate) => candidate === params.get('theme'));

localStorage.clear();
sessionStorage.clear();
startMockServer();
watchSettings();
watchTheme();
startTooltips();
await startSession();
story.mockResponses?.();
await openConsole(story.at, {
  ...story.options,
  language,
  theme,
});
