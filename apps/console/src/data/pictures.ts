import { getUserImage } from '@posthorn/contract'
import { queryOptions } from '@tanstack/react-query'

const dayMs = 86_400_000
/** What is stored; what the server draws for who has stored none is not fetched for every size and theme, but drawn here. */
const stored = 'image/webp'

/** A user's own picture as an address that holds it, asked for once a page however often it is shown; null for who has none. */
export const pictureQuery = (user: string) =>
  queryOptions({
    queryKey: ['users', user, 'picture'],
    staleTime: dayMs,
    retry: false, // a face without its picture is no trouble
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
