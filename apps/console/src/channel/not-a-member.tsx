import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { joinableChannelsQuery } from '../data/channels.js'
import { api } from '../data/client/api.js'
import { useTeam } from '../data/current-team.js'
import { Screen } from '../layout/screen.js'
import { Button, buttonClasses } from '../ui/button.js'
import { EmptyState, ErrorState, Loading } from '../ui/states.js'

/** In the place of a channel that one is not in: a public one can be joined. */
export function NotAMember({ name }: { name: string }) {
  const team = useTeam()
  const { data, error, refetch } = useQuery(joinableChannelsQuery(team.id))
  const channel = data?.find(channel => channel.name === name)
  return (
    <Screen title={channel?.display_name ?? name}>
      {!data && (error ? <ErrorState error={error} onRetry={refetch} /> : <Loading what="the channel" />)}
      {data && channel && <Join name={name} title={channel.display_name} purpose={channel.purpose} />}
      {data && !channel && <Unknown name={name} />}
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
          Join the channel
        </Button>
      }
    >
      <p>{purpose || 'Everybody in the team may join it, and then sees what has been posted.'}</p>
    </EmptyState>
  )
}

function Unknown({ name }: { name: string }) {
  const team = useTeam()
  return (
    <EmptyState
      icon="hash"
      title={`You are in no channel called ${name}`}
      actions={
        <Link to="/$team/channels" params={{ team: team.name }} className={buttonClasses('primary')}>
          Browse channels
        </Link>
      }
    >
      <p>Its name may have been mistyped. If it is a private one, somebody who is in it can add you.</p>
    </EmptyState>
  )
}
