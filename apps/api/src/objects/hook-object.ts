import type { HookObject, SignatureObject } from '@posthorn/contract'
import type { HookSignature, ManagedHook } from '@posthorn/db'

/** `url` is the address for senders; only the caller that created a key sees it. */
export function hookObject(hook: ManagedHook, url?: string): HookObject {
  return {
    id: hook.id,
    create_at: hook.createAt,
    update_at: hook.updateAt,
    delete_at: hook.deleteAt,
    user_id: hook.userId,
    channel_id: hook.channelId,
    team_id: hook.teamId,
    display_name: hook.displayName,
    description: hook.description,
    username: '',
    icon_url: '',
    channel_locked: hook.locked,
    format: hook.format,
    collapse: { window_seconds: hook.collapseSeconds },
    signature: hook.signature && signatureObject(hook.signature),
    allow_from: hook.allowFrom,
    template_version: hook.templateVersion,
    confirm: hook.confirm,
    last_used_at: hook.lastUsedAt,
    failing_since: hook.failingSince,
    disabled_at: hook.disabledAt,
    creator_deactivated: hook.creatorStatus === 'deactivated',
    creator_left_team: hook.creatorStatus === 'left_team',
    offer: hook.offer && {
      to: hook.offer.to,
      by: hook.offer.by,
      create_at: hook.offer.createAt,
      expires_at: hook.offer.expiresAt,
    },
    url_made_by: hook.keyMaker,
    url,
  }
}

/** Never contains a secret: `setHookSignature` adds those that it has just set. */
function signatureObject({
  timestampHeader,
  toleranceSeconds,
  secretsSetAt,
  ...signature
}: HookSignature): SignatureObject {
  return {
    ...signature,
    timestamp_header: timestampHeader,
    tolerance_s: toleranceSeconds,
    secrets: secretsSetAt.map(set_at => ({ set_at })),
  }
}
