/** The author of messages from Posthorn itself. A migration creates the account. No password opens it. */
export const systemUserId = 'posthornposthornposthorn00'
