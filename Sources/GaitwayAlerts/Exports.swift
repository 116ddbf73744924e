// SPDX-License-Identifier: Apache-2.0
// One import gives a user of this module all that its declarations name.
@_exported public import GaitwayBase
