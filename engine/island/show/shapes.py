"""The shapes of the island's pieces, from above and facing north, within a circle of radius 22; a block fills its square."""

from typing import Final

SHAPES: Final = {
    "soldier": "M-15 14Q-15 3-5 3H5Q15 3 15 14zM-7-6a7 7 0 1 0 14 0 7 7 0 1 0-14 0zM10-17h4V1H10z",
    "jeep": "M-7-15Q0-19 7-15V15H-7zM-5-6v5H5v-5zM-5 4v6H5V4zM-12-11h4v8h-4zM8-11h4v8H8zM-12 4h4v8h-4zM8 4h4v8H8z",
    "tank": "M-13-7h6v22h-6zM7-7h6v22H7zM-6-4h4v-17h4v17h4v17H-6zM-3 5a3 3 0 1 0 6 0 3 3 0 1 0-6 0z",
    "block": "M-25-25H25V25H-25zM-16-20H16L0-4zM20-16V16L4 0zM16 20H-16L0 4zM-20 16V-16L-4 0z",
}
