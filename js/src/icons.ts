/** Line icons of the tool bar, on a grid of 24. */

export const ICONS = {
  undo: "M9 14l-5-5 5-5m-5 5h10a6 6 0 0 1 0 12h-3",
  redo: "M15 14l5-5-5-5m5 5h-10a6 6 0 0 0 0 12h3",
  restart: "M4 4v6h6m-5.5 0a8 8 0 1 1-.5 4",
  new: "M8 3h10a2 2 0 0 1 2 2v12m-16-9h10a1 1 0 0 1 1 1v11a1 1 0 0 1-1 1h-9a1 1 0 0 1-1-1zm5.5 3.5v6m-3-3h6",
  hint: "M9 18h6m-5 3h4m-5-3c0-3-3-4-3-8a6 6 0 0 1 12 0c0 4-3 5-3 8",
  menu: "M4 7h9m4 0h3m-5-2v4m-11 8h3m4 0h9m-11-2v4",
  help: "M9 9a3 3 0 1 1 4.5 2.6c-1 .6-1.5 1.2-1.5 2.4m0 3.5v.5m0-15a9 9 0 1 0 .01 0",
  fullscreen: "M4 9v-5h5m11 5v-5h-5m-11 11v5h5m11-5v5h-5",
} as const;

export type Tool = keyof typeof ICONS;
