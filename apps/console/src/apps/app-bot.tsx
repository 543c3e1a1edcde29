import type { AppOverview } from '@posthorn/contract'
import { useTeam } from '../data/current-team.js'
import { FormError } from '../server/states.js'
import { Button } from '../ui/button.js'
import { CopyField } from '../ui/forms/copy-field.js'
import { useInTeam } from './use-in-team.js'

/** An application's bot: how to get a token, and whether it is in the current team. */
export function AppBot({ app }: { app: AppOverview }) {
  const token = `curl -u '${app.id}:CLIENT_SECRET' \\\n  -d grant_type=client_credentials \\\n  "${location.origin}/oauth/access_token"`
  return (
    <>
      <p>
        The bot is <span className="font-medium">@{app.bot_username}</span>, with this application’s name and
        icon.
      </p>
      <InTeam bot={app.bot_user_id} />
      <CopyField label="Get a token for the bot" value={token} rows={3} />
    </>
  )
}

function InTeam({ bot }: { bot: string }) {
  const { display_name: team } = useTeam()
  const { isIn, adding } = useInTeam(bot)
  const words = isIn
    ? `The bot is in ${team} and can post to its public channels.`
    : `The bot is not in ${team} yet, so it can’t post there.`
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p role="status" className="text-sm text-quiet">
        {isIn !== undefined && words}
      </p>
      {isIn === false && (
        <Button icon="plus" busy={adding.isPending} onClick={() => adding.mutate()}>
          Add to {team}
        </Button>
      )}
      {adding.error && <FormError error={adding.error} />}
    </div>
  )
}
