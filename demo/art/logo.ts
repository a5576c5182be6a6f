/** The shops' marks, drawn without letters so that no font is needed. */
const MARKS: Record<string, string> = {
  // Warp and weft crossing over and under.
  tanabana: `<rect width="512" height="512" rx="112" fill="#8f3427"/>
    <g fill="none" stroke="#fbf0dc" stroke-width="44"><path d="M168 96V416M256 96V416M344 96V416"/></g>
    <g fill="none" stroke="#8f3427" stroke-width="66"><path d="M130 168H206M306 168H382M218 256H294M130 344H206M306 344H382"/></g>
    <g fill="none" stroke="#e3b25a" stroke-width="44"><path d="M96 168H206M306 168H416M218 256H294M96 344H206M306 344H416M206 168H222M290 168H306"/></g>
    <g fill="none" stroke="#e3b25a" stroke-width="44"><path d="M96 256H134M378 256H416"/></g>`,
  // A thread that loops into a d and leaves through the needle's eye.
  dhaaga: `<rect width="512" height="512" rx="256" fill="#27256b"/>
    <g fill="none" stroke-linecap="round"><path d="M352 92V404" stroke="#f3f6fa" stroke-width="40"/><path d="M352 128V164" stroke="#27256b" stroke-width="14"/>
    <path d="M352 146C300 84 196 120 176 196C158 268 172 404 262 404C352 404 352 240 262 240C160 240 128 330 84 396" stroke="#ffc94d" stroke-width="30"/></g>`,
}

export function drawLogo(shop: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="512" height="512" viewBox="0 0 512 512">${MARKS[shop] ?? MARKS.tanabana}</svg>`
}
