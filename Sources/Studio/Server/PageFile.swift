/// A file of the page, which is part of the program.
struct PageFile: Sendable {
  /// The type for the browser.
  let type: String
  let bytes: [UInt8]

  /// Returns the file called `name`; nil if the page does not have such a file.
  static func named(_ name: String) -> PageFile? {
    guard let bytes = contents[name], let ending = name.split(separator: ".").last else {
      return nil
    }
    switch ending {
    case "html": return PageFile(type: "text/html; charset=utf-8", bytes: bytes)
    case "css": return PageFile(type: "text/css; charset=utf-8", bytes: bytes)
    case "js": return PageFile(type: "text/javascript; charset=utf-8", bytes: bytes)
    case "svg": return PageFile(type: "image/svg+xml", bytes: bytes)
    default: return nil
    }
  }

  private static let contents: [String: [UInt8]] = [
    "address.js": PackageResources.address_js,
    "app.js": PackageResources.app_js,
    "connection.js": PackageResources.connection_js,
    "dom.js": PackageResources.dom_js,
    "edits.js": PackageResources.edits_js,
    "focus.js": PackageResources.focus_js,
    "hearing/hearing-worklet.js": PackageResources.hearing_worklet_js,
    "hearing/hearing.css": PackageResources.hearing_css,
    "hearing/hearing.html": PackageResources.hearing_html,
    "hearing/hearing.js": PackageResources.hearing_js,
    "hearing/scope.js": PackageResources.scope_js,
    "index.html": PackageResources.index_html,
    "keys.js": PackageResources.keys_js,
    "notice.js": PackageResources.notice_js,
    "open-patterns.js": PackageResources.open_patterns_js,
    "panels/compare.js": PackageResources.compare_js,
    "panels/export.js": PackageResources.export_js,
    "panels/files.js": PackageResources.files_js,
    "panels/inspector.js": PackageResources.inspector_js,
    "panels/keys-dialog.js": PackageResources.keys_dialog_js,
    "panels/library.js": PackageResources.library_js,
    "panels/lint-list.js": PackageResources.lint_list_js,
    "panels/listen.js": PackageResources.listen_js,
    "panels/notation.js": PackageResources.notation_js,
    "panels/number-field.js": PackageResources.number_field_js,
    "panels/side.js": PackageResources.side_js,
    "panels/thumbnail.js": PackageResources.thumbnail_js,
    "panels/toolbar.js": PackageResources.toolbar_js,
    "pattern.js": PackageResources.pattern_js,
    "phone/apps.js": PackageResources.apps_js,
    "phone/composer.js": PackageResources.composer_js,
    "phone/drafts.js": PackageResources.drafts_js,
    "phone/lane-edges.js": PackageResources.lane_edges_js,
    "phone/lane-labels.js": PackageResources.lane_labels_js,
    "phone/live-phone.js": PackageResources.live_phone_js,
    "phone/live-player.js": PackageResources.live_player_js,
    "phone/live.js": PackageResources.live_js,
    "phone/merge.js": PackageResources.merge_js,
    "phone/moment.js": PackageResources.moment_js,
    "phone/phone-keys.js": PackageResources.phone_keys_js,
    "phone/phone-lanes.js": PackageResources.phone_lanes_js,
    "phone/phone-paint.js": PackageResources.phone_paint_js,
    "phone/phone-text.js": PackageResources.phone_text_js,
    "phone/phone-toolbar.js": PackageResources.phone_toolbar_js,
    "phone/phone.css": PackageResources.phone_css,
    "phone/phone.js": PackageResources.phone_js,
    "phone/property-field.js": PackageResources.property_field_js,
    "phone/scenario-desk.js": PackageResources.scenario_desk_js,
    "phone/scenario.js": PackageResources.scenario_js,
    "phone/steps.js": PackageResources.steps_js,
    "player/blocks.js": PackageResources.blocks_js,
    "player/device.js": PackageResources.device_js,
    "player/meter.js": PackageResources.meter_js,
    "player/player-worklet.js": PackageResources.player_worklet_js,
    "player/player.js": PackageResources.player_js,
    "player/rumble.js": PackageResources.rumble_js,
    "row.js": PackageResources.row_js,
    "sounds.js": PackageResources.sounds_js,
    "stage.js": PackageResources.stage_js,
    "style.css": PackageResources.style_css,
    "tables.js": PackageResources.tables_js,
    "timeline/brush.js": PackageResources.brush_js,
    "timeline/courses.js": PackageResources.courses_js,
    "timeline/drags.js": PackageResources.drags_js,
    "timeline/entries.js": PackageResources.entries_js,
    "timeline/envelope.js": PackageResources.envelope_js,
    "timeline/gestures.js": PackageResources.gestures_js,
    "timeline/grid.js": PackageResources.grid_js,
    "timeline/hits.js": PackageResources.hits_js,
    "timeline/labels.js": PackageResources.labels_js,
    "timeline/lanes.js": PackageResources.lanes_js,
    "timeline/paint-curves.js": PackageResources.paint_curves_js,
    "timeline/paint-rows.js": PackageResources.paint_rows_js,
    "timeline/paint-signal.js": PackageResources.paint_signal_js,
    "timeline/paint-time.js": PackageResources.paint_time_js,
    "timeline/paint-waves.js": PackageResources.paint_waves_js,
    "timeline/painter.js": PackageResources.painter_js,
    "timeline/picture.js": PackageResources.picture_js,
    "timeline/points.js": PackageResources.points_js,
    "timeline/scale.js": PackageResources.scale_js,
    "timeline/selection.js": PackageResources.selection_js,
    "timeline/snapping.js": PackageResources.snapping_js,
    "timeline/tiles.js": PackageResources.tiles_js,
    "timeline/timeline.js": PackageResources.timeline_js,
    "timeline/view.js": PackageResources.view_js,
    "versions.js": PackageResources.versions_js,
    "waiting.js": PackageResources.waiting_js,
    "words.js": PackageResources.words_js,
  ]
}
