import { getUserImage } from '@posthorn/contract'
import { queryOptions } from '@tanstack/react-query'

const dayMs = 86_400_000
/** Fetches stored pictures only. Initials are drawn here instead of being fetched for every size and theme. */
const stored = 'image/webp'

/** A user's picture as an object URL, fetched once per page; null if the user has none. */
export const pictureQuery = (user: string) =>
  queryOptions({
    queryKey: ['users', user, 'picture'],
    staleTime: dayMs,
    retry: false, // a missing picture is not worth retrying
    queryFn: async ({ signal }) => {
      const path = getUserImage.route.replace('GET ', '/api/v3').replace(':user', user)
      const answer = await fetch(path, { signal })
      return answer.ok && answer.headers.get('content-type') === stored
        ? dataUrlOf(await answer.blob())
        : null
    },
  })

function dataUrlOf(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(blob)
  })
}
