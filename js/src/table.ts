/** One view of a game: listens to Python and to the player, and keeps the picture true. */

import { type Pack, packKey, packSheet } from "./art/sheet.ts";
import { setAttribute, setText } from "./dom.ts";
import { Drawer, type Motion, type Scene } from "./draw.ts";
import { buildFrame, type Frame, type PanelName } from "./frame.ts";
import { Gestures } from "./gestures.ts";
import type { Tool } from "./icons.ts";
import { Keyboard } from "./keyboard.ts";
import type { Stroke } from "./keys.ts";
import { arrange, type Geometry, type Point } from "./layout.ts";
import { DURATIONS, OPTION_NAMES, readOptions, write } from "./options.ts";
import { Player, type View } from "./player.ts";
import { type Intent, Reconciler } from "./reconcile.ts";
import { Sizing } from "./sizing.ts";
import { BUSY, capital, GONE, heading, plural, STATUS_LINES, summary } from "./speech.ts";
import { schemeFor, wantsStillness, watchTheme } from "./theme.ts";
import type { Answer, Layout, Model, Options, Spot, State } from "./types.ts";
import { type Connection, Wire } from "./wire.ts";

type Asked = "move" | "undo" | "redo" | "restart" | "new";

interface Told {
  readonly sentence: string;
  readonly rule: string;
}

const NOTHING: Told = { sentence: "", rule: "" };
const RIPPLE = 22;
const STILL: Motion = { duration: 0, ripple: 0 };

export class Table implements View {
  layout!: Layout;
  reconciler!: Reconciler;
  geometry!: Geometry;
  readonly #life = new AbortController();
  readonly #host: HTMLElement;
  readonly #frame: Frame;
  readonly #wire: Wire;
  readonly #drawer: Drawer;
  readonly #player: Player;
  readonly #gestures: Gestures;
  readonly #sizing: Sizing;
  readonly #unhook: (() => void)[] = [];
  #options: Options;
  #layoutSeen: Layout | null = null;
  #layoutText = "";
  #told: Told = NOTHING;
  #leaving = "";
  #packShown = "";
  #ready = false;
  #drawnVersion = -1;

  readonly #model: Model;

  constructor(model: Model, el: HTMLElement) {
    this.#model = model;
    const { signal } = this.#life;
    this.#options = readOptions(model);
    const tools = {
      pressed: (tool: Tool) => this.#pressed(tool),
      dealAsked: (deal: string) => this.#newDeal(deal),
    };
    const built = buildFrame(el, tools, (name, value) => write(model, name, value), signal);
    this.#host = built.host;
    this.#frame = built.frame;
    this.#drawer = new Drawer(this.#frame.board);
    this.#player = new Player(this);
    this.#gestures = new Gestures(this.#frame.board, this.#player, signal);
    this.#sizing = new Sizing(this.#frame, this.#host, () => this.#resized(), signal);
    this.#wire = new Wire(model, this);
    this.#listen(signal);
    this.#applyOptions();
    this.#takeState();
    this.#wire.start();
    this.#wire.hello(RELEASE);
  }

  stop(): void {
    if (this.#life.signal.aborted) return;
    this.#life.abort();
    for (const off of this.#unhook) off();
    this.#wire.stop();
    this.#drawer.stop();
    this.#host.remove();
  }

  #listen(signal: AbortSignal): void {
    const { root, board, toolbar } = this.#frame;
    for (const name of ["state", "board"]) this.#hook(`change:${name}`, this.#takeState);
    for (const name of OPTION_NAMES) this.#hook(`change:${name}`, this.#optionsChanged);
    this.#hook("change:release", this.#compareReleases);
    this.#compareReleases();
    watchTheme(() => this.#applyOptions(), signal);
    new Keyboard(root, board, toolbar, this, signal);
    root.addEventListener("focusin", this.#focusMoved, { signal });
    root.addEventListener("pointerdown", this.#focusMoved, { signal });
    for (const panel of Object.values(this.#frame.panels)) {
      panel.querySelector(".close")?.addEventListener("click", () => this.closePanel(), { signal });
    }
  }

  #hook(event: string, listener: () => void): void {
    this.#model.on(event, listener);
    this.#unhook.push(() => this.#model.off(event, listener));
  }

  // ---- from Python

  readonly #takeState = (): void => {
    const layout = this.#readLayout();
    const state = this.#model.get("state") as State | null;
    if (!layout || state?.piles?.length !== layout.piles.length) return;
    if (!this.#ready) this.#begin(layout, state);
    else this.#follow(layout, state);
  };

  /** The same object while the layout says the same, whatever the host hands out. */
  #readLayout(): Layout | null {
    const layout = this.#model.get("board") as Layout | null;
    if (!layout?.piles) return null;
    if (layout === this.#layoutSeen) return this.layout;
    this.#layoutSeen = layout;
    const text = JSON.stringify(layout);
    if (text === this.#layoutText) return this.layout;
    this.#layoutText = text;
    return layout;
  }

  #begin(layout: Layout, state: State): void {
    this.layout = layout;
    this.reconciler = new Reconciler(layout, state);
    this.#ready = true;
    this.#layOut();
    this.#player.startOn(this.#firstPile());
    this.#draw(STILL);
  }

  #follow(layout: Layout, state: State): void {
    const before = this.reconciler.confirmed;
    const newLayout = layout !== this.layout;
    if (!this.reconciler.receive(layout, state)) return;
    this.layout = layout;
    if (newLayout) {
      this.#layOut();
      this.#player.startOn(this.#firstPile());
    }
    this.#wire.heard();
    if (state.version !== before.version || state.session !== before.session)
      this.#newPosition(before);
    this.#draw(this.#motion());
    if (state.status !== before.status) this.#drawer.celebrate(state.status === "won");
    this.#player.runQueue();
  }

  #newPosition(before: State): void {
    const { confirmed } = this.reconciler;
    this.#told = NOTHING;
    this.#leaving = "";
    const sentences = [
      confirmed.action?.text ?? "",
      confirmed.status === before.status ? "" : STATUS_LINES[confirmed.status],
    ];
    this.#frame.lines.say(sentences.filter(Boolean).join(". "));
  }

  answered(answer: Answer): void {
    if (answer.release !== undefined) this.#compareReleases();
    if (!this.#ready) return;
    this.reconciler.settle(answer.id, answer.ok);
    if (!answer.ok) this.tell(capital(answer.reason ?? "that could not be done"), answer.rule);
    this.#draw(this.#motion());
    this.#player.runQueue();
  }

  connectionChanged(connection: Connection): void {
    this.#frame.root.dataset.connection = connection;
    if (!this.#ready) return;
    if (connection === "gone") {
      this.#gestures.cancel();
      this.#player.forgetQueue();
      this.#player.selection = null;
      this.reconciler.forget();
      this.#frame.lines.say(GONE);
    }
    if (connection === "busy") this.#frame.lines.say(BUSY);
    this.#draw(this.#motion());
  }

  readonly #compareReleases = (): void => {
    const theirs = String(this.#model.get("release") ?? "");
    const same = theirs === "" || RELEASE === "" || theirs === RELEASE;
    const notice = `This page has solitaire_widget ${RELEASE}, Python has ${theirs}: restart the kernel and reload the page.`;
    this.#frame.lines.warn("notice", same ? "" : notice);
  };

  // ---- to Python

  send(kind: Asked, extra: Record<string, unknown> = {}): void {
    const id = this.#wire.nextId();
    const intent: Intent = { kind, ...extra };
    const version = this.reconciler.expect(id, intent);
    this.#told = NOTHING;
    this.#leaving = "";
    this.#wire.send(id, kind, version, extra);
    this.#draw(this.#motion());
  }

  get inert(): boolean {
    return !this.#ready || this.#wire.connection === "gone";
  }

  /** Says that nobody is there, and asks once more whether somebody is. */
  sayGone(): void {
    this.#frame.lines.say(GONE);
    this.#wire.hello(RELEASE);
  }

  tell(sentence: string, rule = ""): void {
    this.#told = { sentence, rule };
    this.#frame.lines.say(rule === "" ? sentence : `${sentence} (${rule})`);
    this.#showLines();
  }

  #pressed(tool: Tool): void {
    if (tool === "menu" || tool === "help") this.#togglePanel(tool);
    else if (tool === "fullscreen") this.#toggleFullscreen();
    else if (this.inert) this.sayGone();
    else if (tool === "new") this.#newDeal(this.#frame.toolbar.typedDeal);
    else if (tool === "restart") this.#restart();
    else this.#step(tool);
  }

  #step(kind: "undo" | "redo"): void {
    const steps = kind === "undo" ? this.reconciler.undoSteps : this.reconciler.redoSteps;
    if (steps > 0) this.send(kind);
    else this.tell(`There is nothing to ${kind}.`);
  }

  #restart(): void {
    if (this.reconciler.undoSteps === 0 && !this.reconciler.waiting)
      this.tell("This is the start of the deal.");
    else if (this.#mayLeave("restart")) this.send("restart");
  }

  #newDeal(deal: string | null): void {
    if (this.inert) this.sayGone();
    else if (this.#mayLeave(`new ${deal}`)) this.send("new", { deal });
  }

  /** Asks once, in the line and not in a window; the same wish again is the yes. */
  #mayLeave(wish: string): boolean {
    const { confirmed } = this.reconciler;
    const atStake =
      this.#options.confirm_leaving && confirmed.status === "playing" && confirmed.undo > 0;
    if (!atStake || this.#leaving === wish) return true;
    this.#leaving = wish;
    this.tell("A game is on. Do that again to leave it.");
    return false;
  }

  // ---- the player

  stroke(stroke: NonNullable<Stroke>, onBoard: boolean): boolean {
    if (!this.#ready) return false;
    if ("walk" in stroke) this.#player.walk(stroke.walk);
    else if (stroke.command === "letGo") return this.#escape();
    else if (!this.#viewCommand(stroke.command)) this.#player.command(stroke.command);
    return onBoard || !("walk" in stroke);
  }

  #viewCommand(command: string): boolean {
    const tools: Record<string, Tool> = {
      undo: "undo",
      redo: "redo",
      new: "new",
      menu: "menu",
      help: "help",
    };
    const tool = tools[command];
    if (tool) this.#pressed(tool);
    return tool !== undefined;
  }

  #escape(): boolean {
    if (this.panelOpen) {
      this.closePanel();
      return true;
    }
    const held = this.#gestures.dragging || this.#player.selection !== null;
    this.#gestures.cancel();
    this.#player.letGo();
    return held;
  }

  leaveField(): void {
    this.#frame.toolbar.resetDeal();
    this.focusCursor(false);
  }

  focusCursor(scroll: boolean): void {
    this.#drawer.element(this.#player.cursor)?.focus({ preventScroll: !scroll });
  }

  spotOf(target: EventTarget | undefined): Spot | null {
    const element = target instanceof Element ? target.closest(".card,.place") : null;
    return element ? this.#drawer.spotOf(element) : null;
  }

  hold(cards: ReadonlySet<string>, by: Point): void {
    this.#drawer.hold(cards, by);
  }

  release(): void {
    this.#drawer.release();
  }

  summary(): string {
    return summary(this.layout.game, this.layout.piles, this.reconciler.confirmed);
  }

  #firstPile(): number {
    const tableau = this.layout.piles.findIndex((pile) => pile.kind === "tableau");
    return Math.max(tableau, 0);
  }

  // ---- panels and full screen

  get panelOpen(): boolean {
    return Object.values(this.#frame.panels).some((panel) => !panel.hidden);
  }

  closePanel(): void {
    for (const name of ["menu", "help"] as const) {
      const panel = this.#frame.panels[name];
      if (panel.hidden) continue;
      const hadFocus = panel.contains(this.#focused);
      panel.hidden = true;
      this.#frame.toolbar.expand(name, false);
      if (hadFocus) this.#frame.toolbar.focus(name);
    }
  }

  #togglePanel(name: PanelName): void {
    const panel = this.#frame.panels[name];
    const open = panel.hidden;
    this.closePanel();
    if (!open) return;
    panel.hidden = false;
    this.#frame.toolbar.expand(name, true);
    panel.querySelector<HTMLElement>("select,button")?.focus({ preventScroll: true });
  }

  readonly #focusMoved = (event: Event): void => {
    const path = event.composedPath();
    const { panels, toolbar } = this.#frame;
    const inside =
      path.includes(panels.menu) || path.includes(panels.help) || path.includes(toolbar.element);
    if (!inside && this.panelOpen) this.closePanel();
  };

  #toggleFullscreen(): void {
    const done = this.#sizing.fullscreen
      ? document.exitFullscreen()
      : (this.#frame.root.requestFullscreen?.() ?? Promise.reject());
    done.catch(() => this.tell("Full screen is not allowed here."));
  }

  // ---- drawing

  redraw(): void {
    if (this.#ready) this.#draw(this.#motion());
  }

  #resized(): void {
    if (!this.#ready) return;
    this.#layOut();
    this.#draw(STILL);
  }

  #layOut(): void {
    this.geometry = arrange(this.layout, this.#sizing.space(this.#options.large_indices));
    this.#dressPack();
  }

  #motion(): Motion {
    return { duration: document.hidden ? 0 : this.#duration(), ripple: RIPPLE };
  }

  #duration(): number {
    return wantsStillness() ? 0 : DURATIONS[this.#options.speed];
  }

  #draw(motion: Motion): void {
    this.#player.catchUp();
    if (this.#gestures.dragging && this.#player.lostDrag) this.#gestures.cancel();
    const hadFocus = this.#focused !== null && this.#frame.board.contains(this.#focused);
    this.#drawer.draw(this.#scene(), motion);
    if (hadFocus && this.#focused !== this.#drawer.element(this.#player.cursor))
      this.focusCursor(false);
    this.#showTools();
    this.#showLines();
    this.#reportDrawn();
  }

  get #focused(): Element | null {
    return this.#host.shadowRoot?.activeElement ?? null;
  }

  #scene(): Scene {
    const { layout, geometry, reconciler } = this;
    const player = this.#player;
    const assisted = this.#options.assist !== "off";
    return {
      layout,
      geometry,
      state: reconciler.confirmed,
      piles: reconciler.piles,
      selected: player.selectedCards(),
      destinations: assisted ? player.destinations() : new Set(),
      hinted:
        this.#options.assist === "movable" && !player.selection
          ? reconciler.cardsThatCanGo()
          : new Set(),
      canDeal: reconciler.legal.canDeal,
      cursor: player.cursor,
      movable: (pile) => reconciler.movable(pile),
    };
  }

  #showTools(): void {
    const { toolbar, root, board, lines } = this.#frame;
    const { confirmed } = this.reconciler;
    const alive = !this.inert;
    const started = this.reconciler.undoSteps > 0;
    toolbar.enable("undo", alive && started);
    toolbar.enable("redo", alive && this.reconciler.redoSteps > 0);
    toolbar.enable("restart", alive && started);
    toolbar.enable("new", alive);
    toolbar.showDeal(confirmed.deal);
    setText(lines.game, this.layout.game);
    setText(lines.facts, heading(this.layout.piles, confirmed));
    setAttribute(root, "data-game", this.layout.id);
    setAttribute(root, "data-status", confirmed.status);
    setAttribute(root, "aria-label", this.layout.game);
    setAttribute(board, "role", "application");
    setAttribute(
      board,
      "aria-label",
      `${this.layout.game}, the table. Question mark for the keys.`,
    );
    this.#showEnding(confirmed);
  }

  #showEnding(state: State): void {
    const { ending } = this.#frame.lines;
    const deal = state.deal === "" ? "" : `Deal ${state.deal}, `;
    setText(ending, state.status === "won" ? `${deal}${plural(state.undo, "move")}` : "");
  }

  #showLines(): void {
    const { lines } = this.#frame;
    const { sentence, rule } = this.#lineToShow();
    lines.showMessage(sentence, rule);
    lines.warn("error", this.reconciler.confirmed.error ?? "");
  }

  #lineToShow(): Told {
    const { confirmed } = this.reconciler;
    if (this.inert) return { sentence: GONE, rule: "" };
    if (this.#wire.connection === "busy") return { sentence: BUSY, rule: "" };
    if (this.#told !== NOTHING) return this.#told;
    const { refusal } = confirmed;
    if (refusal && !this.reconciler.waiting)
      return { sentence: refusal.sentence, rule: refusal.rule ?? "" };
    return { sentence: STATUS_LINES[confirmed.status], rule: "" };
  }

  #reportDrawn(): void {
    const { version } = this.reconciler.confirmed;
    if (version === this.#drawnVersion) return;
    this.#drawnVersion = version;
    setAttribute(this.#frame.root, "data-version", String(version));
    if (this.#model.get("drawn") !== version) write(this.#model, "drawn", version);
  }

  // ---- looks

  readonly #optionsChanged = (): void => {
    this.#applyOptions();
    if (!this.#ready) return;
    this.#layOut();
    this.#draw(STILL);
  };

  #applyOptions(): void {
    this.#options = readOptions(this.#model);
    const { root, options } = this.#frame;
    setAttribute(root, "data-scheme", schemeFor(this.#options.theme, root));
    setAttribute(root, "data-felt", this.#options.felt);
    root.style.setProperty("--sw-duration", `${this.#duration()}ms`);
    options.show(this.#options);
    if (this.#ready) this.#dressPack();
  }

  #dressPack(): void {
    const pack: Pack = {
      scheme: this.#frame.root.dataset.scheme as Pack["scheme"],
      faceSize: this.geometry.faceSize,
      fourColours: this.#options.four_colours,
      back: this.#options.card_back,
    };
    const key = packKey(pack);
    if (key === this.#packShown) return;
    this.#packShown = key;
    this.#frame.packStyle.textContent = packSheet(pack);
  }
}
