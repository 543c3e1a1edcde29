import type { HookOverview } from '@posthorn/contract'
import { Link } from '@tanstack/react-router'
import { hookTitle } from '../../data/hooks.js'
import { Badge } from '../../ui/badge.js'
import { classes } from '../../ui/classes.js'
import { Icon } from '../../ui/icon.js'
import { rowLinkClasses } from '../../ui/list.js'
import { Time } from '../../ui/time.js'
import { failedWords } from './failed-words.js'
import { HookBadges } from './hook-badges.js'

/** A hook's title. A hook that was deleted with its channel has no page until the channel is restored. `team` is the URL name. */
export function HookName({ hook, team }: { hook: HookOverview; team: string }) {
  const isGone = hook.delete_at > 0
  const about = isGone
    ? 'It comes back when its channel is restored.'
    : hook.failing?.message || hook.description
  return (
    <>
      <div className="flex min-w-0 flex-wrap items-center gap-x-2">
        {isGone ? (
          <span className="font-medium text-quiet">{hookTitle(hook)}</span>
        ) : (
          <Link
            data-row
            to="/$team/integrations/incoming/$hook"
            params={{ team, hook: hook.id }}
            dir="auto"
            className={`font-medium ${rowLinkClasses}`}
          >
            {hookTitle(hook)}
          </Link>
        )}
        {hook.failing && (
          <Badge look="bad" title={failedWords(hook.rejected_last_day, hook.delivered_last_day)}>
            Failing
          </Badge>
        )}
        <HookBadges hook={hook} />
        {hook.channel.delete_at > 0 && <Badge look="warn">Channel archived</Badge>}
      </div>
      {about && (
        <p
          title={about}
          dir="auto"
          className={classes(
            'text-left text-sm',
            hook.failing ? 'line-clamp-2 text-bad' : 'truncate text-quiet @max-lg:hidden',
          )}
        >
          {about}
        </p>
      )}
    </>
  )
}

/** A hook's default channel, without its name if the user may not read it. */
export function HookChannel({ hook: { channel } }: { hook: HookOverview }) {
  if (channel.name === '') return <span className="text-quiet">a private channel</span>
  const name = channel.display_name || channel.name
  return (
    <span className="inline-flex max-w-full min-w-0 items-center gap-1 align-bottom">
      <Icon name={channel.type === 'P' ? 'lock' : 'hash'} className="size-3.5 text-quiet" />
      <span dir="auto" className="truncate" title={name}>
        {name}
      </span>
    </span>
  )
}

/** When a hook was last used. */
export function HookLastUsed({ hook: { last_used_at } }: { hook: HookOverview }) {
  return last_used_at ? <Time at={last_used_at} form="ago" /> : <>never used</>
}
