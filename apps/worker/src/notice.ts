import { asCode } from '@posthorn/core'
import { type HookRefusal, hookRefusals } from '@posthorn/server'

/** What a hook's creator is told when it begins to fail. */
export type Failing = {
  hook: { id: string; displayName: string }
  /** The name of its team in addresses. */
  team: string
  reason: HookRefusal
  detail: string
}

/**
 * The text of the message, in markdown. Names and details come from others, and are shown as they are: in code.
 * `baseUrl` is where people reach the console; without it the link is a path.
 */
export function noticeOf({ hook, team, reason, detail }: Failing, baseUrl: string | undefined): string {
  const history = `/${team}/integrations/incoming/${hook.id}`
  const link = baseUrl === undefined ? `\`${history}\`` : `[${history}](${baseUrl}${history})`
  const why = [hookRefusals[reason].message, ...(detail === '' ? [] : [asCode(detail)])].join(' ')
  return [
    `Your incoming webhook ${asCode(hook.displayName || hook.id)} was sent something that could not be posted.`,
    `> ${why}`,
    `Nothing is lost: each delivery is kept with its reason, and can be replayed when the cause is mended. The webhook's history: ${link}.`,
    'While this goes on you are told once a day.',
  ].join('\n\n')
}
