/** Who writes to people in Posthorn's own name. A migration made the account, and no password opens it. */
export const systemUserId = 'posthornposthornposthorn00'
