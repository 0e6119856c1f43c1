// What several pages need: elements, requests, and one place for errors.
export const $ = (id) => document.getElementById(id);
export const make = (name, attributes = {}, ...children) => {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (value !== null && value !== false) element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...children.filter((one) => one !== null && one !== undefined));
  return element;
};
export function fail(sentence) {
  $("error").textContent = sentence || "";
  $("error").hidden = !sentence;
}
export async function ask(path, body) {
  const given = body === undefined ? {} : {
    method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body),
  };
  let reply;
  try {
    reply = await fetch(path, given);
  } catch {
    return { error: "The studio does not answer. Is it still running?" };
  }
  try {
    const data = await reply.json();
    if (!reply.ok && !data.error) data.error = `The studio refused (${reply.status}).`;
    return data;
  } catch {
    return { error: `The studio refused (${reply.status}).` };
  }
}
