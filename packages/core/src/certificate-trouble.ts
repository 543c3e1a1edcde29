/** Codes of Node and OpenSSL for a certificate that no known authority has signed. */
const untrusted =
  /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_\w+|CERT_UNTRUSTED|CERT_SIGNATURE_FAILURE)$/

/** Says what is wrong with a server's certificate; undefined if an error has another cause. */
export function certificateTrouble(error: unknown): string | undefined {
  const { code = '', message = '' } = error as { code?: string; message?: string }
  if (untrusted.test(code))
    return `certificate not trusted (${message}): name its authority with sslrootcert in DATABASE_URL or ca_file in REDIS_URL`
  if (code === 'CERT_HAS_EXPIRED') return 'certificate has expired'
  if (code === 'CERT_NOT_YET_VALID') return 'certificate is not valid yet. Check the clocks'
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') return `certificate is for another host (${message})`
  return undefined
}
