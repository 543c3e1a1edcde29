/** Why a payload is not taken. Statuses and error ids live with the routes. */
export type PayloadRefusal =
  | 'unreadable' // not JSON, not an object, or a wrong type somewhere
  | 'no_text' // neither text nor an attachment with something in it
  | 'too_many_attachments'
  | 'too_many_fields' // in one attachment
  | 'bad_type' // `system_…`, or no type that a hook may set
  | 'props_too_long' // props, or one attachment, that no shortening of texts makes fit (docs/behaviour.md, payload)
  | 'too_many_posts'
