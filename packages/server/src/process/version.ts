/** This build, as X-Version-Id tells it. Raised with the version in package.json. */
export const versionId = '0.1.0'
