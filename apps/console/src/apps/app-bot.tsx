import { type AppOverview, maxPageSize } from '@posthorn/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../data/client/api.js'
import { useTeam } from '../data/teams.js'
import { FormError } from '../server/states.js'
import { Button } from '../ui/button.js'
import { CopyField } from '../ui/forms/copy-field.js'

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

/** Returns whether a user is in the current team (undefined until known), and adds them. */
function useInTeam(user: string) {
  const { id: team } = useTeam()
  const client = useQueryClient()
  const queryKey = ['teams', team, 'has', user]
  const { data: isIn } = useQuery({ queryKey, queryFn: () => hasMember(team, user) })
  const adding = useMutation({
    mutationFn: () => api.addTeamMember({ params: { team }, body: { user_id: user } }),
    onSuccess: () => client.invalidateQueries({ queryKey }),
  })
  return { isIn, adding }
}

/** Searches all users: requesting an unknown one logs an error in the browser's console. */
async function hasMember(team: string, user: string): Promise<boolean> {
  for (let offset = 0; ; offset += maxPageSize) {
    const members = await api.listTeamMembers({ params: { team, offset, limit: maxPageSize } })
    if (members.some(({ user_id }) => user_id === user)) return true
    if (members.length < maxPageSize) return false
  }
}
