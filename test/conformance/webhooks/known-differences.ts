/** The requirement behind each intended difference, as quoted, and the cases that differ for it. */
const reasons: { because: string; cases: string[] }[] = [
  {
    because:
      'a long text of an attachment is cut with a note, as `text` is, so that a stack trace does not lose the message',
    cases: ['att.field_9000'],
  },
  {
    because: 'a charset that the sender declares is decoded, so no text is lost',
    cases: ['json.latin1_bytes'],
  },
  {
    because:
      'spec 15: "Where a line above says REC, that is what is built"; 14, row 8: "REC strip a UTF-8 BOM"',
    cases: ['json.bom'],
  },
  {
    because:
      'spec 15: "Where a line above says REC, that is what is built"; 1.4: "REC: do the repair inside string literals only, for LF, CR, TAB, in the same key set or in all strings"',
    cases: ['json.raw_crlf_in_text', 'json.raw_newline_in_username', 'form.payload_crlf'],
  },
  {
    because:
      'requirements 4.1: "The body must contain a JSON object with at least a `text` parameter": this one does, so it is posted; U+FFFD stands for the NUL, which Postgres does not store',
    cases: ['json.escaped_nul', 'json.escaped_nul_username'],
  },
  {
    because:
      'requirements 4.1: "Direct JSON body (the payload of 2.2 itself)": it is one, in the encoding that its own header names',
    cases: ['hdr.content_encoding_gzip'],
  },
  {
    because:
      'requirements 4.1: "Method and path: `POST {base_url}/hooks/<webhook_key>`": any other spelling is an unknown path, and after a 301 most clients would send a GET without the body',
    cases: ['route.double_slash', 'route.dotdot'],
  },
  {
    because:
      'spec 15: "Where a line above says REC, that is what is built"; 1.1: "Only POST is routed. GET `/hooks/x` falls through to the web app\'s catch-all (HTML 200) … REC: JSON 404/405"',
    cases: ['route.method_get', 'route.get_unknown_key', 'disabled.get'],
  },
  {
    because: 'spec 15, Order of checks: "an unknown key is told before the body is read"',
    cases: ['route.unknown_key_no_text'],
  },
  {
    because:
      'requirements 4.1: "`<URL|label>` in text becomes a markdown hyperlink with the given label": round a space it takes <> to be one',
    cases: ['text.url_label_space'],
  },
  {
    because:
      'spec 15, `<A|B>`: "A must look like a link target (has a scheme, or `www.`, or starts with `/`); `<!…|…>`, `<#…|…>` and `<@…|…>` are left alone"',
    cases: [
      'text.not_url',
      'text.channel_label',
      'text.here_pipe_at',
      'text.subteam',
      'text.channel_ref_label',
      'text.user_ref_label',
    ],
  },
  {
    because: 'spec 15, `<A|B>`: "the 4.9 pattern everywhere, not inside inline or fenced code"',
    cases: ['text.codeblock_url'],
  },
  {
    because:
      'spec 15, Splitting: "cut at the last newline, else the last space, of the final tenth, else hard; never inside a surrogate pair, nor inside a grapheme unless it is longer than a post"',
    cases: [
      'len.boundary_combining',
      'len.boundary_newline',
      'col4000.len.boundary_combining',
      'col4000.len.boundary_newline',
    ],
  },
  {
    because: 'spec 15, Limits of a delivery: "empty attachments are dropped"',
    cases: ['att.empty_object', 'att.empty_object_with_text'],
  },
  {
    because: 'spec 15, Typed attachments: "`short` accepts true/false and "true"/"false""',
    cases: ['att.field_short_string', 'att.field_short_string_false'],
  },
  {
    because:
      'requirements 1: "Webhooks only post messages. They cannot create channels or trigger any other operation": actions are kept as written but for what they would call, and get no id to be called by',
    cases: ['att.actions', 'att.actions_slack', 'att.actions_select'],
  },
  {
    because:
      'spec 15: "Where a line above says REC, that is what is built"; 1.3: "REC: count `JSON.stringify` code points; limit 7600/8000; do not chase byte equality"',
    cases: ['att.amp_2000'],
  },
  {
    because:
      'requirements 7: "Every API error returns an appropriate HTTP status code": a type that no hook may use is reported to the hook\'s owner, and the message is posted',
    cases: ['props.type_me'],
  },
  {
    because:
      'spec 15, Refusals that need Postgres: "given as answers when the call waits (a hook\'s `confirm`, on by default, or `?wait=true`)": waiting callers get the outcome as JSON',
    cases: ['route.query_string'],
  },
]

/** The ids of the cases that differ on purpose. */
export const knownDifferences: string[] = reasons.flatMap(({ cases }) => cases)
