/** The parts of a path of Slack's incoming webhooks, `/services/T…/B…/…`: workspace, webhook and secret. */
export const slackHookParts = {
  workspace: 'T[A-Z0-9]{4,20}',
  webhook: 'B[A-Z0-9]{4,20}',
  secret: '[A-Za-z0-9]{16,64}',
} as const

const { workspace, webhook, secret } = slackHookParts
const key = new RegExp(`^services/${workspace}/${webhook}/${secret}$`)

/** Returns what opens a hook that keeps its path in Slack, in place of a key. No key looks like it. */
export function slackHookKey(parts: Record<keyof typeof slackHookParts, string>): string {
  return `services/${parts.workspace}/${parts.webhook}/${parts.secret}`
}

/** Returns whether a text is what `slackHookKey` returns. */
export function isSlackHookKey(text: string): boolean {
  return key.test(text)
}
