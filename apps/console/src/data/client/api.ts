import { createClient } from '@posthorn/contract'
import { noteAnswer, noteSilence } from './server-status.js'

/** The typed client with this page's session. Responses update the server's status. */
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
