import { LANGUAGES, THEMES } from '@innkeeper/contract';
import { storiesByPath } from './every-story.ts';

// Lists all stories, and shows the selected one in a frame of the selected width. The selection is in the query.

/** Widths of the frame, in pixels. */
const WIDTHS = ['1440', '1024', '768', '390'];
const APPEARANCE_OPTIONS: Readonly<Record<string, readonly string[]>> = {
  language: LANGUAGES,
  theme: THEMES,
  width: WIDTHS,
};

const [nav, form, frame] = ['nav', 'form', 'iframe'].map((name) => document.querySelector(name));
const params = new URLSearchParams(location.search);

for (const [page, stories] of storiesByPath) {
  const heading = document.createElement('h2');
  heading.textContent = page;
  const list = document.createElement('ul');
  for (const state of Object.keys(stories)) {
    const link = document.createElement('a');
    link.textContent = state;
    link.href = urlWith({ page, state });
    if (params.get('page') === page && params.get('state') === state) link.ariaCurrent = 'page';
    const item = document.createElement('li');
    item.append(link);
    list.append(item);
  }
  nav?.append(heading, list);
}

for (const [name, values] of Object.entries(APPEARANCE_OPTIONS)) {
  const select = document.createElement('select');
  select.ariaLabel = name;
  for (const value of values) select.add(new Option(value, value, false, params.get(name) === value));
  select.addEventListener('change', () => location.assign(urlWith({ [name]: select.value })));
  form?.append(select);
}

if (params.has('page') && frame instanceof HTMLIFrameElement) {
  frame.style.width = `${params.get('width') ?? WIDTHS[0]}px`;
  frame.src = `/frame.html?${params.toString()}`;
}

function urlWith(change: Readonly<Record<string, string>>): string {
  return `?${new URLSearchParams({ ...Object.fromEntries(params), ...change }).toString()}`;
}
