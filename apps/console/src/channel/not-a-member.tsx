import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { oneChannelQuery } from '../data/channels.js'
import { api } from '../data/client/api.js'
import { useTeam } from '../data/teams.js'
import { Screen } from '../layout/screen.js'
import { ErrorState, Loading } from '../server/states.js'
import { Button, buttonClasses } from '../ui/button.js'
import { EmptyState } from '../ui/states.js'

/** Shown instead of a channel that the user hasn't joined. */
export function NotAMember({ name }: { name: string }) {
  const team = useTeam()
  const { data: channel, error, refetch } = useQuery(oneChannelQuery(team.id, 'joinable', name))
  return (
    <Screen title={channel?.display_name ?? name}>
      {channel === undefined &&
        (error ? <ErrorState error={error} onRetry={refetch} /> : <Loading what="the channel" />)}
      {channel && <Join name={name} title={channel.display_name} purpose={channel.purpose} />}
      {channel === null && <Unknown name={name} />}
    </Screen>
  )
}

function Join({ name, title, purpose }: { name: string; title: string; purpose: string }) {
  const team = useTeam()
  const client = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => api.joinChannelByName({ params: { team: team.id, name } }),
    onSuccess: () =>
      Promise.all(
        ['channels', 'memberships'].map(key => client.invalidateQueries({ queryKey: [key, team.id] })),
      ),
  })
  if (error) return <ErrorState error={error} onRetry={mutate} />
  return (
    <EmptyState
      icon="hash"
      title={`You are not in ${title}`}
      actions={
        <Button look="primary" busy={isPending} onClick={() => mutate()}>
          Join channel
        </Button>
      }
    >
      <p>{purpose || 'Anyone in the team can join and read its history.'}</p>
    </EmptyState>
  )
}

function Unknown({ name }: { name: string }) {
  const team = useTeam()
  return (
    <EmptyState
      icon="hash"
      title={`Channel ${name} not found`}
      actions={
        <Link to="/$team/channels" params={{ team: team.name }} className={buttonClasses('primary')}>
          Browse channels
        </Link>
      }
    >
      <p>Check the name. The channel may be archived. If it is private, ask a member to add you.</p>
    </EmptyState>
  )
}
