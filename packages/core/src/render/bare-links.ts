import type { MarkdownIt } from 'markdown-it'

/** Bare addresses become links when they name a scheme or start with `www.`: `README.md` is no host (docs/behaviour.md, rendering). */
export function bareLinks(md: MarkdownIt): void {
  const { linkify } = md
  linkify.set({ fuzzyEmail: false, fuzzyLink: false }).add('//', null)
  const host = new RegExp(linkify.re.get_url_host_port().source + linkify.re.get_path().source, 'iy')
  linkify.add('www.', {
    validate: (text, at) => {
      if (/[.\w/-]/.test(text[at - 'www.'.length - 1] ?? '')) return 0 // inside another word or address
      host.lastIndex = at
      return host.exec(text)?.[0].length ?? 0
    },
    normalize: match => {
      match.url = `http://${match.url}`
    },
  })
}
