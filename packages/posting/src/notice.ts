import { asCode } from '@posthorn/core'
import { type HookRefusal, hookRefusals } from '@posthorn/server'

/** The content of the message to a hook's owner when the hook begins to fail. */
export type Failing = {
  hook: { id: string; displayName: string }
  /** The team's name in URLs. */
  team: string
  reason: HookRefusal
  detail: string
}

/**
 * Returns the message in markdown. Names and details come from other people, so they are shown as code. Without `baseUrl`,
 * the console's URL, the link is only a path.
 */
export function noticeOf({ hook, team, reason, detail }: Failing, baseUrl: string | undefined): string {
  const history = `/${team}/integrations/incoming/${hook.id}`
  const link = baseUrl === undefined ? `\`${history}\`` : `[${history}](${baseUrl}${history})`
  const why = [hookRefusals[reason].message, ...(detail === '' ? [] : [asCode(detail)])].join(' ')
  return [
    `Your incoming webhook ${asCode(hook.displayName || hook.id)} received a delivery that could not be posted.`,
    `> ${why}`,
    `Nothing is lost. Each delivery is stored with its reason and can be replayed once the cause is fixed. The webhook's history: ${link}.`,
    'You will get this message once a day for as long as deliveries fail.',
  ].join('\n\n')
}
