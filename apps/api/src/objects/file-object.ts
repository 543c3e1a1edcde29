import type { FileObject } from '@posthorn/contract'
import type { UploadedFile } from '@posthorn/db'

export function fileObject({
  id,
  userId,
  postId,
  createAt,
  name,
  size,
  type,
  width,
  height,
}: UploadedFile): FileObject {
  return {
    id,
    user_id: userId,
    post_id: postId,
    create_at: createAt,
    update_at: createAt,
    delete_at: 0,
    name,
    extension: /\.([^.]{1,16})$/.exec(name)?.[1]?.toLowerCase() ?? '',
    size,
    mime_type: type,
    has_preview_image: width !== null,
    ...(width !== null && height !== null && { width, height }),
  }
}
