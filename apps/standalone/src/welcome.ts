import type { ShownOnce } from '@posthorn/api'
import type { Env } from './env.js'

/** What a person needs to go on: how to log in, how to post, and last that it is ready. */
export function welcome(
  { HOST, PORT, DATA_DIR }: Env,
  baseUrl: string,
  first: ShownOnce | undefined,
): string[] {
  const ready = `ready http://${HOST}:${PORT}`
  if (!first) return [ready]
  const { team, admin, hook } = first
  return [
    '',
    `Log in at ${baseUrl}/ : team ${team}, user ${admin.username}, password ${admin.password}`,
    `  (also in ${DATA_DIR}/first-run.json)`,
    'Post something:',
    `  curl -i -H 'Content-Type: application/json' -d '{"text": "Hello, **world**"}' ${baseUrl}/hooks/${hook.url.split('/').at(-1)}`,
    '',
    ready,
  ]
}
