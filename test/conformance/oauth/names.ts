import { fill } from '../api/names.js'
import { idOf } from '../names.js'

/** The apps of the cases, which an administrator registers first. The first is the newest. */
export const apps = [
  { name: 'App One', id: idOf('client', 'z'), secret: idOf('secret', 'one'), isTrusted: false },
  { name: 'App Two', id: idOf('client', 'a'), secret: idOf('secret', 'two'), isTrusted: false },
  { name: 'Trusted', id: idOf('client', 'b'), secret: idOf('secret', 'trusted'), isTrusted: true },
]
const [one, two, trusted] = apps.map(({ id, secret }) => ({ id, secret }))

const values: Record<string, string | undefined> = {
  '<ALICE_TOKEN>': '4pyyn5uckbggtx5r5c1jscmm7h',
  '<CLIENT_ID>': one?.id,
  '<CLIENT_SECRET>': one?.secret,
  '<CLIENT2>': two?.id,
  '<SECRET2>': two?.secret,
  '<TRUSTED_ID>': trusted?.id,
}

/** Replaces the placeholders, including those of earlier calls' results. */
export function fillOAuth(text: string, latest: Record<string, string> = {}): string {
  return fill(text.replace(/<[A-Z0-9_]+>/g, name => latest[name] ?? values[name] ?? name))
}
