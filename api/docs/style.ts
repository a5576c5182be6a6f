export const STYLE = `
:root { color-scheme: light dark; --ink: #22201d; --paper: #fdfcfa; --line: #ddd6cb; --soft: #6b645a; --mark: #8a2f3c;
  font: 1rem/1.65 Georgia, 'Iowan Old Style', serif; scroll-behavior: smooth }
@media (prefers-color-scheme: dark) {
  :root { --ink: #ece7df; --paper: #191715; --line: #3a352f; --soft: #aaa195; --mark: #eba0a8 } }
@media (prefers-reduced-motion: reduce) { :root { scroll-behavior: auto } }
body { margin: 0; background: var(--paper); color: var(--ink); display: grid; gap: 0 3rem;
  grid-template: 'header' auto 'nav' auto 'main' auto / minmax(0, 44rem); justify-content: center; padding: 3rem 1.25rem }
header { grid-area: header } nav { grid-area: nav } main { grid-area: main }
h1 { font-size: 2.25rem; line-height: 1.1; margin: 0 } h1 small { color: var(--soft); font-size: 1rem }
h2 { font-size: 1.5rem; margin: 3rem 0 1rem }
h3 { font-size: 1.05rem; margin: 0 0 .5rem; overflow-wrap: anywhere }
h4 { font: 600 .8rem/1.5 system-ui, sans-serif; letter-spacing: .06em; text-transform: uppercase; color: var(--soft);
  margin: 1.25rem 0 .35rem }
a { color: inherit; text-decoration-color: var(--mark); text-underline-offset: .2em }
a:hover { color: var(--mark) }
:focus-visible { outline: 3px solid var(--mark); outline-offset: 3px }
code, .method, .type, nav { font: .9em/1.6 ui-monospace, 'SF Mono', Menlo, monospace }
nav h2 { font: 600 .8rem/1.5 system-ui, sans-serif; margin: 1.25rem 0 .25rem; color: var(--soft) }
nav ul { list-style: none; margin: 0; padding: 0 } nav a { display: block; padding: .3rem 0; text-decoration: none }
.method { font-weight: 700; color: var(--mark) }
.tag { font: 600 .7rem/1 system-ui, sans-serif; border: 1px solid var(--line); border-radius: 1rem; padding: .2rem .5rem;
  white-space: nowrap }
.type { color: var(--soft) }
article { border-block-start: 1px solid var(--line); padding: 1.75rem 0; scroll-margin-block-start: 1rem }
.fields { list-style: none; margin: 0; padding: 0 } .fields .fields { border-inline-start: 1px solid var(--line);
  margin: .25rem 0 .5rem .25rem; padding-inline-start: 1rem }
pre { border: 1px solid var(--line); margin: .75rem 0; max-inline-size: 100%; overflow: auto; padding: .75rem }
li { padding: .15rem 0; overflow-wrap: anywhere }
dl { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: .35rem 1.25rem; margin: 0 } dd { margin: 0 }
@media (min-width: 64rem) {
  body { grid-template: 'header header' auto 'nav main' auto / 16rem minmax(0, 44rem) }
  nav { position: sticky; inset-block-start: 1rem; align-self: start; max-block-size: calc(100vh - 2rem); overflow: auto } }
`
