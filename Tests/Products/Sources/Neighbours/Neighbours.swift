// SPDX-License-Identifier: Apache-2.0
import Files
import Formats
import Timeline

/// Names of modules that the library must leave to others.
public let neighbours = [fromFiles, fromFormats, fromTimeline]
