/** A bundled script of a page; not one that waits in a template already (components/Ads.astro). */
const SCRIPT = /<script type="module" src="[^"]+"><\/script>(?!<\/template>)/g

/** Puts the scripts of a page into templates, which keep the browser from them: scripts/inline/late.js takes them out. */
export function delayScripts(html: string): string {
  return html.replace(SCRIPT, '<template data-script>$&</template>')
}
