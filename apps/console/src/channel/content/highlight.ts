import './highlight.css'
import type { Coloured, ToColour } from './highlight-worker.js'

/** Code that is longer stays plain. */
const maxCharacters = 100_000
/** A language's patterns can take very long on hostile code. */
const patienceMs = 3_000
const maxRemembered = 200

/** Coloured code as HTML, by language and text. Posts come back when somebody scrolls. */
const remembered = new Map<string, string>()
const waiting = new Map<string, Set<Element>>()
let worker: Worker | undefined
let patience: ReturnType<typeof setTimeout> | undefined

const keyOf = (language: string, text: string) => `${language}\n${text}`

/** Colours code in a worker, so that the page stays responsive. Unknown languages stay plain. */
export function highlight(code: Element, language: string): void {
  const text = code.textContent ?? ''
  const key = keyOf(language, text)
  const known = remembered.get(key)
  if (known !== undefined) show(code, known)
  if (known !== undefined || text.length > maxCharacters) return
  const others = waiting.get(key)
  if (others) return void others.add(code)
  waiting.set(key, new Set([code]))
  worker ??= start()
  worker.postMessage({ language, text } satisfies ToColour)
  patience ??= setTimeout(giveUp, patienceMs)
}

function start(): Worker {
  const started = new Worker(new URL('./highlight-worker.ts', import.meta.url), { type: 'module' })
  started.onmessage = ({ data: { language, text, html } }: MessageEvent<Coloured>) => {
    const key = keyOf(language, text)
    remember(key, html)
    for (const code of waiting.get(key) ?? []) show(code, html)
    waiting.delete(key)
    clearTimeout(patience)
    patience = waiting.size > 0 ? setTimeout(giveUp, patienceMs) : undefined
  }
  return started
}

/** Ends a worker that takes too long. What waited for it stays plain. */
function giveUp(): void {
  worker?.terminate()
  worker = undefined
  patience = undefined
  for (const key of waiting.keys()) remember(key, '')
  waiting.clear()
}

function remember(key: string, html: string): void {
  remembered.set(key, html)
  const [oldest] = remembered.keys()
  if (remembered.size > maxRemembered && oldest !== undefined) remembered.delete(oldest)
}

function show(code: Element, html: string): void {
  if (html !== '') code.innerHTML = html
}
