/** A file of a post, which has more fields than these. */
export type OwnFile = { id: string; name: string; type: string }

/** A post as it is stored. Times are milliseconds since 1970. */
type StoredPost = {
  id: string
  channelId: string
  rootId: string
  createAt: number
  editAt: number
  message: string
  props: Record<string, unknown>
  files: OwnFile[]
}

/** A post as the hook that made it may read it. Only what it has besides text is present. */
export type OwnPost = {
  id: string
  channel_id: string
  root_id: string
  create_at: number
  edit_at: number
  text: string
  attachments?: unknown
  username?: unknown
  icon_url?: unknown
  files?: OwnFile[]
}

/** Returns a post as its hook may read it. */
export function toOwnPost({ props, ...post }: StoredPost): OwnPost {
  const { attachments, override_username, override_icon_url } = props
  return {
    id: post.id,
    channel_id: post.channelId,
    root_id: post.rootId,
    create_at: post.createAt,
    edit_at: post.editAt,
    text: post.message,
    ...(attachments !== undefined && { attachments }),
    ...(override_username !== undefined && { username: override_username }),
    ...(override_icon_url !== undefined && { icon_url: override_icon_url }),
    ...(post.files.length > 0 && { files: post.files }),
  }
}
