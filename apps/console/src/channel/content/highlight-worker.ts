import highlighter from 'highlight.js/lib/common'
import dockerfile from 'highlight.js/lib/languages/dockerfile'
import groovy from 'highlight.js/lib/languages/groovy'
import http from 'highlight.js/lib/languages/http'
import nginx from 'highlight.js/lib/languages/nginx'
import powershell from 'highlight.js/lib/languages/powershell'
import properties from 'highlight.js/lib/languages/properties'

export type ToColour = { language: string; text: string }
/** `html` is empty if the language is unknown. */
export type Coloured = ToColour & { html: string }

/** Languages that build and operations tools write, besides the common ones. */
const more = { dockerfile, groovy, http, nginx, powershell, properties }
for (const [name, language] of Object.entries(more)) highlighter.registerLanguage(name, language)

addEventListener('message', ({ data: { language, text } }: MessageEvent<ToColour>) => {
  const isKnown = highlighter.getLanguage(language) !== undefined
  const html = isKnown ? highlighter.highlight(text, { language, ignoreIllegals: true }).value : ''
  postMessage({ language, text, html } satisfies Coloured)
})
