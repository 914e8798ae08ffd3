/** Who sees a view beside its owner: nobody, the role group the owner was in, or everybody who may see the list. */
export const VIEW_SHARING = ['me', 'role_group', 'everyone'] as const;
export type ViewSharing = (typeof VIEW_SHARING)[number];

export const VIEW_NAME_MAX = 80;

/** A question to a list under a name; an item of `GET /api/saved_view?resource=member`. */
export interface SavedView {
  readonly id: number;
  readonly resource: string;
  readonly name: string;
  /** Parameters of the list as its address carries them, the page aside: `filter[name][start]`, `sort`, `columns` … */
  readonly state: Readonly<Record<string, string>>;
  readonly shared: ViewSharing;
  readonly owner: { readonly id: number; readonly name: string };
  readonly is_mine: boolean;
  /** Rename, change, share and delete it. */
  readonly may_change: boolean;
}
