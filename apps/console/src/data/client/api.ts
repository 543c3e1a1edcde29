import { createClient } from '@posthorn/contract'
import { noteAnswer, noteSilence } from './server-status.js'

/** Every call of the API, as this page's session; the answers tell whether the server is there. */
export const api = createClient({
  fetch: async (...request) => {
    try {
      const response = await fetch(...request)
      noteAnswer()
      return response
    } catch (error) {
      if (!(error instanceof DOMException && error.name === 'AbortError')) noteSilence()
      throw error
    }
  },
})
