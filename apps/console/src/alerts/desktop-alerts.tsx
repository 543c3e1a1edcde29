import { type ChannelMemberObject, hookPostName, type PostObject, type TeamObject } from '@posthorn/contract'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { textLines } from '../channel/history/text-lines.js'
import { isFromHook } from '../data/posts/from-hook.js'
import { useMe } from '../data/session.js'
import { teamsQuery } from '../data/teams.js'
import { otherUserId, userQuery } from '../data/users.js'
import { mentionsIn, postIn, type SocketEvent } from '../live/events.js'
import { useLiveEvents } from '../live/live.js'

/** Shows desktop notifications of new posts, as each channel's settings want it. */
export function DesktopAlerts() {
  const client = useQueryClient()
  const { history } = useRouter()
  const { id: me } = useMe()
  useLiveEvents(event => {
    if (event.event !== 'posted') return
    const post = postIn(event)
    if (isOwn(post, me) || !isWanted(client, event, post, me)) return
    void pathOf(client, event, me).then(path => {
      if (path === undefined || isLookedAt(path)) return
      const notice = new Notification(titleOf(event, post), { body: alertText(post), tag: post.id })
      notice.onclick = () => {
        window.focus()
        history.push(
          post.root_id === '' ? `${path}?post=${post.id}` : `${path}/thread/${post.root_id}?reply=${post.id}`,
        )
        notice.close()
      }
    })
  })
  return null
}

const isOwn = ({ user_id, props }: PostObject, me: string) => user_id === me && props.from_webhook !== 'true'

function isWanted(client: QueryClient, event: SocketEvent, post: PostObject, me: string): boolean {
  const members = client
    .getQueriesData<Record<string, ChannelMemberObject>>({ queryKey: ['memberships'] })
    .flatMap(([, known]) => known?.[post.channel_id] ?? [])
  const { desktop, mark_unread } = members[0]?.notify_props ?? {}
  if (desktop === 'none') return false
  if (event.data.channel_type === 'D' || mentionsIn(event).includes(me)) return true
  return desktop === 'all' && mark_unread !== 'mention' && !post.type.startsWith('system_')
}

/** Returns the path of the event's channel; undefined if it is not known. */
async function pathOf(client: QueryClient, { data }: SocketEvent, me: string): Promise<string | undefined> {
  const teams = client.getQueryData<TeamObject[]>(teamsQuery.queryKey) ?? []
  if (data.channel_type !== 'D') {
    const team = teams.find(({ id }) => id === data.team_id)
    return team && `/${team.name}/channels/${String(data.channel_name)}`
  }
  const other = await client.fetchQuery(userQuery(otherUserId(String(data.channel_name), me)))
  const [, here = ''] = location.pathname.split('/')
  const team = teams.find(({ name }) => name === here) ?? teams[0]
  return team && other ? `/${team.name}/messages/@${encodeURIComponent(other.username)}` : undefined
}

function isLookedAt(path: string): boolean {
  const isHere = location.pathname === path || location.pathname.startsWith(`${path}/`)
  return isHere && !document.hidden && document.hasFocus()
}

function titleOf({ data }: SocketEvent, post: PostObject): string {
  const sender = isFromHook(post) ? hookPostName(post.props) : String(data.sender_name)
  return data.channel_type === 'D' ? sender : `${sender} in ${String(data.channel_display_name)}`
}

const maxCharacters = 200

/** Returns what a notification says of a post: its text, else an attachment's fallback or title. */
function alertText({ message, html = '', props }: PostObject): string {
  const [first] = Array.isArray(props.attachments) ? (props.attachments as Record<string, unknown>[]) : []
  const shown = () => textLines(html).join(' ')
  const text = message === '' ? textIn(first?.fallback) || textIn(first?.title) || shown() : shown()
  return Array.from(text).slice(0, maxCharacters).join('')
}

const textIn = (value: unknown) => (typeof value === 'string' ? value : '')
