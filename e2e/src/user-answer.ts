import type { NavigationItem } from '@innkeeper/contract';
import type { Page } from '@playwright/test';

/** What `GET /api/user` is to say of the user beside the truth. */
export interface UserAnswer {
  readonly role?: 'admin' | 'staff' | 'user' | 'guest';
  readonly email?: string;
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly navigation?: readonly NavigationItem[];
}

/** Settings that another session would have saved, roles and menus that nobody has; what the page saves goes nowhere. */
export async function answerUser(page: Page, { settings, ...answer }: UserAnswer): Promise<void> {
  await page.route('**/api/user', async (route) => {
    const { data } = (await (await route.fetch()).json()) as { data: { data: object } };
    const inner = settings ? { ...data.data, settings } : data.data;
    await route.fulfill({ json: { data: { ...data, ...answer, data: inner } } });
  });
  await page.route('**/api/user/settings', (route) => route.fulfill({ json: { data: {} } }));
}

export interface ChosenLook {
  readonly style?: 'layout1' | 'layout2' | 'layout3';
  readonly config?: Readonly<Record<string, unknown>>;
  readonly themes?: Readonly<Record<string, string>>;
  readonly language?: 'en' | 'id';
}

/** Opens a page whose user has chosen this look. */
export async function openWith(page: Page, path: string, look: ChosenLook = {}): Promise<void> {
  await answerUser(page, { settings: settingsOf(look) });
  await page.goto(path);
}

/** As the console would have saved it. */
export const settingsOf = ({ style = 'layout1', config = {}, themes = {}, language = 'en' }: ChosenLook) => ({
  layout: { style, config },
  themes,
  language,
});

/** Where an element stands in the window. */
export async function boxOf(page: Page, selector: string) {
  const box = await page.locator(selector).boundingBox();
  if (!box) throw new Error(`${selector} is not on screen`);
  return { ...box, right: box.x + box.width, bottom: box.y + box.height };
}
