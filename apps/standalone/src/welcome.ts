import type { Env } from './env.js'
import type { FirstRun } from './first-run.js'
import { ownUrl } from './own-url.js'

const payload = `-H 'Content-Type: application/json' -d '{"text": "Hello, **world**"}'`

/**
 * Prints what a person needs: how to log in, how to post, and finally that Posthorn is ready. The hook's URL is shown at the
 * first start only, the password until it has been changed.
 */
export function welcome({ HOST, PORT }: Env, baseUrl: string, first: FirstRun | undefined): string[] {
  const ready = `ready ${ownUrl(HOST, PORT)}`
  if (!first) return [ready]
  const { shown, isNew, isFirstPassword, file } = first
  const { team, admin, hook } = shown
  const password = isFirstPassword ? `, password ${admin.password}` : ''
  return [
    '',
    `Log in at ${baseUrl}/ : team ${team}, user ${admin.username}${password}`,
    ...(isFirstPassword ? [`  (also in ${file})`] : []),
    isNew ? 'Post something:' : `Post something (the hook's URL is in ${file}):`,
    `  curl -i ${payload} ${isNew ? quoted(hook.url) : `"${baseUrl}/hooks/${keyReadFrom(file)}"`}`,
    '',
    ready,
  ]
}

/** Some shells read brackets as a pattern. */
const quoted = (url: string) => (url.includes('[') ? `'${url}'` : url)

/** For a shell that reads the key from its file, so that no screen shows it. */
function keyReadFrom(file: string): string {
  const path = file.replaceAll("'", `'\\''`)
  return `$(sed -n 's|.*/hooks/\\([a-z0-9]*\\)".*|\\1|p' '${path}')`
}
