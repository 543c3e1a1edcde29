import type { ChannelObject } from '@posthorn/contract'
import { Link } from '@tanstack/react-router'
import { useTeam } from '../../data/teams.js'
import { CopyField } from '../../ui/forms/copy-field.js'
import { EmptyState } from '../../ui/states.js'

/** An empty channel, with ways to post to it. */
export function NoPosts({ channel }: { channel: ChannelObject }) {
  const { name: team } = useTeam()
  const payload = { text: 'Hello, **world**', ...(channel.type !== 'D' && { channel: channel.name }) }
  const curl = `curl -H 'Content-Type: application/json' \\\n  -d '${JSON.stringify(payload)}' \\\n  "\${HOOK_URL:?}"`
  return (
    <div className="flex min-h-0 flex-auto overflow-y-auto">
      <EmptyState icon="hash" title="No posts yet">
        <p>
          Write the first post below, or{' '}
          <Link
            to="/$team/integrations/incoming"
            params={{ team }}
            className="font-medium text-accent underline underline-offset-2"
          >
            create a webhook
          </Link>{' '}
          and have a program send it:
        </p>
        <div className="mt-2 text-left text-text">
          <CopyField label="Command" value={curl} rows={3} />
        </div>
      </EmptyState>
    </div>
  )
}
