import type { ChannelObject } from '@posthorn/contract'
import { useQuery } from '@tanstack/react-query'
import { useTeam } from '../data/current-team.js'
import { postsQuery } from '../data/posts.js'
import { Screen } from '../layout/screen.js'
import { ErrorState, Loading } from '../ui/states.js'
import { PostBody } from './post-body.js'

type ChannelViewProps = { channel: ChannelObject; title: string; post?: string }

/** A channel's head, its posts, and what is written to it. */
export function ChannelView({ channel, title, post }: ChannelViewProps) {
  const team = useTeam()
  const { data, error, refetch } = useQuery(postsQuery({ team: team.id, channel: channel.id }, post))
  return (
    <Screen title={title} about={channel.purpose || channel.header}>
      {!data && (error ? <ErrorState error={error} onRetry={refetch} /> : <Loading what="the posts" />)}
      <ol>
        {data?.posts.map(post => (
          <li key={post.id} className="p-4">
            <PostBody html={post.html ?? ''} />
          </li>
        ))}
      </ol>
    </Screen>
  )
}
