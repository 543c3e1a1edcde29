/** OpenSSL's and Node's codes, in the operator's words. */
const words: [RegExp, string][] = [
  [/^CERT_HAS_EXPIRED$/, "the server's certificate has expired"],
  [/^CERT_NOT_YET_VALID$/, "the server's certificate is not valid yet"],
  [/^ERR_TLS_CERT_ALTNAME_INVALID$/, "the server's certificate is for another name"],
  [
    /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_\w+|CERT_UNTRUSTED|CERT_SIGNATURE_FAILURE)$/,
    "the server's certificate is not trusted: name its authority with ca_file in REDIS_URL",
  ],
  [/^(ERR_SSL_\w+|EPROTO)$/, 'the TLS connection was rejected'],
  [/^ETIMEDOUT$/, 'no answer over TLS: check that this port uses it'], // Redis waits for more without it
]

/** Describes why a TLS connection failed, or returns undefined if another reason is as likely. */
export function tlsFault(error: Error): string | undefined {
  const { code = '' } = error as NodeJS.ErrnoException
  return words.find(([pattern]) => pattern.test(code))?.[1]
}
