import '../src/ui/base.css';
import { LANGUAGES, THEMES } from '@innkeeper/contract';
import { startSession } from '../src/session/session.ts';
import { followSettings } from '../src/session/settings.ts';
import { followTheme } from '../src/shell/theme.ts';
import { openConsole } from '../src/testing/open-console.tsx';
import { startMockServer } from '../src/testing/mock-server.ts';
import { startTooltips } from '../src/ui/tooltip-host.ts';
import { everyStory } from './every-story.ts';

/** Shows one story, as the query names it: `?page=shell/navigation-menu&state=as a bar&language=en&theme=dark`. */
const params = new URLSearchParams(location.search);
const story = everyStory.get(params.get('page') ?? '')?.[params.get('state') ?? ''];
if (!story) throw new Error(`There is no story ${location.search}`);
const language = LANGUAGES.find((one) => one === params.get('language'));
const theme = THEMES.find((one) => one === params.get('theme'));

localStorage.clear();
sessionStorage.clear();
startMockServer();
followSettings();
followTheme();
startTooltips();
await startSession();
story.server?.();
await openConsole(story.at, {
  ...story.opening,
  language,
  theme,
});
