"""The stylesheet that holds from a page's first moment, before any script runs."""

from pages.components.component import joined_styles

FIRST_PAINT = joined_styles("frame_parts/first_paint/first_paint.css")
