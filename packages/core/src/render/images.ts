import type { MarkdownIt, RendererRule, StateInline } from 'markdown-it'
import { imageSource } from './urls.js'

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
