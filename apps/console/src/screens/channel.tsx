import { type Channel, type Page, paths, type Team } from '../api.js'
import { channelName } from '../channel-name.js'
import { PostItem } from '../parts/post.js'
import { Failure, Loading, Stale } from '../parts/states.js'
import { useFresh } from '../use-fresh.js'

/** A channel's newest posts in reading order. */
export function ChannelScreen({ team, channel }: { team: Team; channel: Channel }) {
  return (
    <>
      <header className="channel">
        <h1>{channelName(channel)}</h1>
        <p>{channel.purpose}</p>
      </header>
      <Posts path={paths.newestPosts(team.id, channel.id)} channel={channel} />
    </>
  )
}

function Posts({ path, channel }: { path: string; channel: Channel }) {
  const { value: page, trouble } = useFresh<Page>(path)
  if (!page) return trouble ? <Failure trouble={trouble}>Trying again …</Failure> : <Loading what="posts" />
  const posts = page.order.toReversed().flatMap(id => page.posts[id] ?? [])
  return (
    <>
      <Stale trouble={trouble} />
      {posts.length === 0 ? (
        <NoPosts channel={channel} />
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard
        <section className="posts" role="log" aria-label={`Posts in ${channelName(channel)}`} tabIndex={0}>
          <ol>
            {posts.map(post => (
              <PostItem key={post.id} post={post} />
            ))}
          </ol>
        </section>
      )}
    </>
  )
}

function NoPosts({ channel }: { channel: Channel }) {
  const payload = { text: 'Hello from curl', ...(channel.type !== 'D' && { channel: channel.name }) }
  return (
    <div className="state">
      <p>No posts yet. Send the first one with a webhook:</p>
      <pre>
        <code>{`curl -H 'Content-Type: application/json' \\\n  -d '${JSON.stringify(payload)}' \\\n  HOOK_URL`}</code>
      </pre>
      <p>
        Put your webhook's URL in the place of HOOK_URL. Whoever made the webhook has it; the first one's is
        printed where Posthorn was started.
      </p>
    </div>
  )
}
