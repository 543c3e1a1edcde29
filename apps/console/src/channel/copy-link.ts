import type { PostObject } from '@posthorn/contract'
import { copy } from '../ui/copy.js'
import { toast } from '../ui/toast.js'

/** Copies the address under which this channel shows a post; where that is not possible, shows it in the address bar. */
export async function copyLink({ id }: PostObject): Promise<void> {
  const url = `${location.origin}${location.pathname}?post=${id}`
  if (await copy(url)) toast('Link copied')
  else location.assign(url)
}
