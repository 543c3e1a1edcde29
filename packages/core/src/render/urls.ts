import type { MarkdownIt, RendererRule, StateInline } from 'markdown-it'

/** The allowed schemes of links (SECURITY.md). Links with other schemes, such as `javascript:`, stay text. */
const linkSchemes = new Set(['http', 'https', 'mailto', 'ftp'])

/** Schemes of other programs. Such links show only their label. */
const labelOnly = /^(?:tel|sms|callto|facetime|skype|slack|msteams|zoommtg):/i

/** Returns whether a link shows its label without a target. */
export function isLabelOnly(url: string): boolean {
  return labelOnly.test(url)
}

/** Up to four labels of a host, none in punycode, a port, and no character that markdown-it encodes or decodes. */
const normal =
  /^https?:\/\/(?:(?!xn--)[a-z\d-]{1,63}\.){0,3}(?!xn--)[a-z\d-]{1,63}(?::\d{1,5})?(?:[/?#][\w;/?:@&=+$,.!~*'()#-]*)?$/

/** Returns whether markdown-it's normalizing surely leaves a URL as it is. */
export function isNormal(url: string): boolean {
  return normal.test(url)
}

/** Returns a link's target; `undefined` if it is not safe. Without a scheme or a leading `/` or `#`, it is a host (docs/behaviour.md, rendering). */
export function linkTarget(url: string): string | undefined {
  const scheme = schemeOf(url)
  if (scheme !== undefined) return linkSchemes.has(scheme) ? url : undefined
  return /^[/#?]/.test(url) ? url : `http://${url}`
}

/** Returns an image's URL if it names its host. Readers' browsers fetch images, so relative URLs would fetch from this server. */
export function imageSource(url: string): string | undefined {
  return /^https?:\/\//i.test(url) ? url : undefined
}

/** Returns the scheme. A port is not a scheme: `example.com:8080/x`. */
function schemeOf(url: string): string | undefined {
  if (/^(?:localhost|[a-z0-9-]+(?:\.[a-z0-9-]+)+):\d{1,5}(?:[/?#]|$)/i.test(url)) return undefined
  return /^([a-z][a-z0-9+.-]{0,63}):/i.exec(url)?.[1]?.toLowerCase()
}

const sized =
  /!\[([^\]\n]{0,500})\]\((https?:\/\/[^\s()]{1,2000}) =(\d{1,4})?(?:x(\d{1,4}))?(?: "([^"\n]{0,500})")?\)/iy

/** Loads images lazily and without a referrer (SECURITY.md). `![alt](url =WxH "hover")` sets a size (docs/behaviour.md, rendering). */
export function images(md: MarkdownIt): void {
  md.inline.ruler.before('image', 'sized_image', readSized)
  md.renderer.rules.image = renderImage
}

function readSized(state: StateInline, silent: boolean): boolean {
  if (state.src[state.pos] !== '!' || !state.src.includes(' =')) return false
  sized.lastIndex = state.pos
  const [all, alt = '', src = '', width, height, title] = sized.exec(state.src) ?? []
  if (all === undefined) return false
  if (!silent) {
    const token = state.push('image', 'img', 0)
    token.children = []
    token.content = alt
    state.md.inline.parse(alt, state.md, state.env, token.children)
    token.attrs = [['src', state.md.normalizeLink(src)]]
    for (const [name, value] of Object.entries({ width, height, title }))
      if (value) token.attrSet(name, value)
  }
  state.pos += all.length
  return true
}

const renderImage: RendererRule = (tokens, index, options, env, renderer) => {
  const token = tokens[index]
  const children = token?.children ?? []
  if (token === undefined || imageSource(String(token.attrGet('src'))) === undefined) {
    return renderer.renderInline(children, options, env)
  }
  token.attrSet('alt', renderer.renderInlineAsText(children, options, env))
  token.attrSet('loading', 'lazy')
  token.attrSet('referrerpolicy', 'no-referrer')
  return renderer.renderToken(tokens, index, options)
}
