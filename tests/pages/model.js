// The model that a host would give the page, with the real Python widget at its other end.
window.makeModel = (traits, toPython) => {
  const listeners = new Map();
  const changed = new Map();
  const fire = (event, ...args) => {
    for (const listener of [...(listeners.get(event) ?? [])]) listener(...args);
  };
  const take = (message) => {
    if (message.method === "update") {
      for (const [name, value] of Object.entries(message.state)) {
        traits[name] = value;
        fire(`change:${name}`, model, value);
      }
      fire("change", model);
    } else if (message.method === "custom") {
      fire("msg:custom", message.content, []);
    }
  };
  const deliver = async (data) => {
    const delay = window.delay ?? 0;
    if (window.cut) return;
    if (delay) await new Promise((later) => setTimeout(later, delay));
    for (const message of await toPython(data)) take(message);
  };
  const model = {
    get: (name) => traits[name],
    set(name, value) {
      traits[name] = value;
      changed.set(name, value);
    },
    save_changes() {
      if (changed.size) deliver({ method: "update", state: Object.fromEntries(changed), buffer_paths: [] });
      changed.clear();
    },
    on(event, listener) {
      listeners.set(event, [...(listeners.get(event) ?? []), listener]);
    },
    off(event, listener) {
      const kept = (listeners.get(event) ?? []).filter((each) => listener && each !== listener);
      listeners.set(event, kept);
    },
    send(content) {
      if (window.gone) throw new Error("the comm is closed");
      window.sent.push(content);
      deliver({ method: "custom", content });
    },
    take,
    listening: () => [...listeners.values()].reduce((sum, each) => sum + each.length, 0),
  };
  return model;
};
window.sent = [];
