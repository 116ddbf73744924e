// SPDX-License-Identifier: Apache-2.0
/// What an app takes from here.
public let fromFiles = "Files of the neighbour"
