import type { Adapted, Adapter, Skipped } from '../adapter.js'
import { joined } from '../markdown.js'
import type { Native } from '../native.js'
import { describe, jsonLeaves, listOfLeaves } from './describe.js'

/** Any JSON: the fields that most programs have first, the rest as a list in an attachment (docs/adapters.md, any JSON). */
export const anyJson: Adapter = {
  name: 'json',
  title: 'Any JSON',
  headers: [],
  readsAnyJson: true,
  matches: () => false,
  lacks: () => undefined,
  read: (_headers, body) => readAny(body),
}

function readAny(body: Native): Adapted | Skipped {
  const ignored: string[] = []
  const post = postOfAny(body, ignored)
  if (!post && ignored.length > 0)
    return { event: 'message', skipped: 'All values are nested too deeply.', ignored }
  if (!post) return { event: 'message', skipped: 'The JSON has no values.' }
  return { event: 'message', ...post, ...(ignored.length > 0 && { ignored }) }
}

/** Returns what any JSON says, or undefined if it has no values. `head`: markdown that stands before its first line. */
export function postOfAny(
  body: Native,
  ignored: string[],
  head = '',
): Pick<Adapted, 'text' | 'attachments'> | undefined {
  const leaves = jsonLeaves(body, ignored)
  if (leaves.length === 0 && head === '') return undefined
  const { title, text, notes, rest } = describe(leaves)
  const note = notes.join(', ')
  const line = joined([title, note !== '' && `(${note})`])
  const list = listOfLeaves(rest, ignored)
  const words = joined([head, line, text], '\n')
  if (words === '') return { text: list }
  return { text: words, ...(list !== '' && { attachments: [{ text: list }] }) }
}
