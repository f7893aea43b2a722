/** Line icons of the tool bar, on a grid of 24. */

export const ICONS = {
  undo: "M9 14L4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3",
  redo: "M15 14l5-5l-5-5M20 9H10a6 6 0 0 0 0 12h3",
  restart: "M4 4v6h6M4.5 10A8 8 0 1 1 4 14",
  new: "M8 3h10a2 2 0 0 1 2 2v12M4 8h10a1 1 0 0 1 1 1v11a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1zM9.5 11.500v6M6.5 14.500h6",
  menu: "M4 7h9M17 7h3M15 5v4M4 17h3M11 17h9M9 15v4",
  help: "M9 9a3 3 0 1 1 4.5 2.600c-1 .6-1.5 1.2-1.5 2.400M12 17.500v.5M12 3a9 9 0 1 0 .01 0",
  fullscreen: "M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5",
} as const;

export type Tool = keyof typeof ICONS;
