// The text of a description: CodeMirror where it is installed, a plain field where it is not. Both do the same.

// The colours of the language: what opens a clause, names of arguments, defines and strings, numbers, comments.
const language = {
  token(stream, state) {
    if (stream.eatSpace()) return null;
    if (stream.match("//")) { stream.skipToEnd(); return "comment"; }
    if (stream.match(/"[^"\n]*"?/)) return state.opened ? ((state.opened = false), "def") : "string";
    if (stream.match("(")) { state.opened = true; return "bracket"; }
    if (stream.match(/[){}<>]/)) { state.opened = false; return "bracket"; }
    if (stream.match(/-?\d+(\.\.\d+)?(\.\d+)?(?![^\s(){}":])/)) { state.opened = false; return "number"; }
    if (stream.match(/[A-Za-z]\w*:/)) { state.opened = false; return "attribute"; }
    if (stream.match(/#\d+/)) return "meta";
    stream.match(/[^\s(){}":]+/) || stream.next();
    const opened = state.opened;
    state.opened = false;
    return opened ? "keyword" : "atom";
  },
  startState: () => ({ opened: false }),
  languageData: { commentTokens: { line: "//" }, closeBrackets: { brackets: ["(", "{", '"'] } },
};

export async function openEditor(field, hooks) {
  const made = document.body.dataset.codemirror ? await codeMirror(field, hooks).catch(() => null) : null;
  return made ?? plain(field, hooks);
}

async function codeMirror(field, hooks) {
  const cm = await import("/vendor/codemirror/index.js");
  const setMark = cm.StateEffect.define();
  const marks = cm.StateField.define({
    create: () => cm.Decoration.none,
    update(value, change) {
      value = value.map(change.changes);
      for (const effect of change.effects) if (effect.is(setMark)) value = effect.value;
      return value;
    },
    provide: (own) => cm.EditorView.decorations.from(own),
  });
  const complete = async (context) => {
    const begun = context.matchBefore(/[^\s(){}":]*/);
    if (!context.explicit && begun.from === begun.to && context.state.sliceDoc(begun.from - 1, begun.from) !== "(") return null;
    const found = await hooks.complete(context.state.doc.toString(), context.pos);
    const kinds = { ludeme: "function", argument: "property", word: "enum", define: "constant" };
    const quoted = context.state.sliceDoc(begun.from - 1, begun.from) === '"';
    return found.length ? { from: begun.from, options: found.map((one) => ({
      label: quoted ? one.text.replaceAll('"', "") : one.text, type: kinds[one.kind], info: one.note || undefined,
    })) } : null;
  };
  const help = cm.hoverTooltip(async (view, pos) => {
    const found = await hooks.meaning(view.state.doc.toString(), pos);
    if (!found.meaning) return null;
    const dom = document.createElement("pre");
    dom.className = "help";
    dom.textContent = found.meaning;
    return { pos: found.start, end: found.end, create: () => ({ dom }) };
  });
  const parent = field.parentElement;
  // The usual colours by day, brighter ones of the same kind by night; the browser chooses by the theme.
  const night = { "#708": "#d8a6ff", "#219": "#9fb8ff", "#164": "#7fdcab", "#a11": "#ffb09a", "#940": "#d3b58a", "#00c": "#9fb8ff", "#00f": "#9fb8ff" };
  const colours = cm.HighlightStyle.define(cm.defaultHighlightStyle.specs.map((one) => (
    one.color ? { ...one, color: `light-dark(${one.color}, ${night[one.color] ?? "#e6e0d4"})` } : one)));
  const view = new cm.EditorView({
    doc: field.value,
    extensions: [
      cm.basicSetup, cm.StreamLanguage.define(language), marks, help, cm.syntaxHighlighting(colours), cm.EditorView.lineWrapping,
      cm.EditorState.languageData.of(() => [{ autocomplete: complete }]),
      cm.EditorView.contentAttributes.of({ "aria-label": "The description of the game" }),
      cm.EditorView.updateListener.of((change) => change.docChanged && hooks.onChange()),
    ],
    parent,
  });
  field.remove();
  view.scrollDOM.tabIndex = 0;
  window.petteiaEditor = view;
  return {
    text: () => view.state.doc.toString(),
    replace: (text) => view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } }),
    mark(mistake) {
      let value = cm.Decoration.none;
      if (mistake && mistake.line <= view.state.doc.lines) {
        const line = view.state.doc.line(mistake.line);
        const from = Math.min(line.from + mistake.column - 1, line.to);
        const to = Math.max(from, Math.min(line.to, from + Math.max(1, /^\(?[^\s(){}]*/.exec(view.state.sliceDoc(from, line.to))[0].length)));
        const one = to > from ? cm.Decoration.mark({ class: "mistake", attributes: { title: mistake.message } }).range(from, to)
          : cm.Decoration.line({ class: "mistake-line" }).range(line.from);
        value = cm.Decoration.set([one]);
      }
      view.dispatch({ effects: setMark.of(value) });
    },
  };
}

function plain(field, hooks) {
  field.addEventListener("input", hooks.onChange);
  field.addEventListener("keyup", async () => {
    const found = await hooks.meaning(field.value, field.selectionStart);
    document.getElementById("meaning").textContent = found.meaning || "";
  });
  return {
    text: () => field.value,
    replace: (text) => { field.value = text; hooks.onChange(); },
    mark: () => {},
  };
}
